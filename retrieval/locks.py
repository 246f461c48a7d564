"""The numbers of this product's locks in the database: no two may share one.

Session and transaction locks of PostgreSQL are counted in one space, so two tasks with one
number wait for each other. Any numbers will do, as long as nothing else in this database
locks them.
"""

SWEEP_LOCK = 7_266_301
IMPORT_LOCK = 7_266_302
GROUPS_LOCK = 7_266_303
GRAPH_LOCK = 7_266_304
IMPORT_RUN_LOCK = 7_266_305
COPIES_LOCK = 7_266_306
TALLY_LOCK = 7_266_307
NEIGHBOURS_LOCK = 7_266_308
REEMBED_LOCK = 7_266_309
FIRST_RUN_LOCK = 7_266_310
SPENDING_LOCK = 7_266_311
