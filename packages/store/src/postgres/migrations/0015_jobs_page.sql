CREATE INDEX "jobs_newest" ON "jobs" USING btree ("number");--> statement-breakpoint
CREATE INDEX "jobs_state" ON "jobs" USING btree ("state","number");--> statement-breakpoint
CREATE INDEX "jobs_by" ON "jobs" USING btree ("by","number");--> statement-breakpoint
CREATE INDEX "jobs_finished" ON "jobs" USING btree ("finished_at","number");--> statement-breakpoint
CREATE INDEX "jobs_took" ON "jobs" USING btree (("finished_at" - "started_at"),"number");