-- Each report has its own plan for its values, which reads many rows of the same tables. Most of them are in memory, and
-- the other process of a parallel plan would take its time from a write.
-- name: planning
set local plan_cache_mode = force_custom_plan;
set local random_page_cost = 1.1;
set local max_parallel_workers_per_gather = 0;
set local work_mem = '16MB'
