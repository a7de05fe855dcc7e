/** All tables, one file per area. Migrations are generated from here: `npx -w packages/store drizzle-kit generate`. */
export * from './accounts.ts';
export * from './alerts.ts';
export * from './batches.ts';
export * from './billing.ts';
export * from './delivery.ts';
export * from './filings.ts';
export * from './filters.ts';
export * from './inbox.ts';
export * from './jobs.ts';
export * from './operations.ts';
export * from './outreach.ts';
export * from './processes.ts';
export * from './reports.ts';
export * from './research.ts';
export * from './tickers.ts';
