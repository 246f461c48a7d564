"""The one signal of this package: an answer was made of a search.

The engine sends it because it must not know who tries things beside its answers.
"""

from django.dispatch import Signal

# With ``question`` (a Question, as its trace knows it), ``searched`` (the same as it was searched:
# the author's name has given way) and ``found`` (the SearchResult that readers' answer rests on).
answered = Signal()
