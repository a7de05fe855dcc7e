DROP INDEX "audit_log_at";--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree (lower("actor") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "audit_log_act" ON "audit_log" USING btree (lower("act") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree (lower("target") text_pattern_ops);