"""Fills the brain that the environment names with the sample's rows, as they were indexed."""

import os
import pickle
import sys
from pathlib import Path

import django

from tests.sample_rows import copy_sample

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "archivebrain.settings"
    django.setup()
    copy_sample(pickle.loads(Path(sys.argv[1]).read_bytes()))  # noqa: S301  # our own
