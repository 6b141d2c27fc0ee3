-- The back office compares the objects of the database with what the migrations make, if exactly the migrations that it
-- knows have run.
GRANT SELECT ON probity_migrations TO probity_back_office;
