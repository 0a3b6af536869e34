DROP INDEX "catalog_tests_name";--> statement-breakpoint
CREATE INDEX "catalog_tests_name" ON "catalog_tests" USING btree ("org_id",lower("name"),"id");