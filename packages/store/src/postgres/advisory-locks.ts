/** Ids of the locks that serialise rare writes over the whole database. */
export const ADVISORY_LOCKS = {
	migration: 7_301,
	reportChain: 7_302,
	tickerIds: 7_303,
	batchIds: 7_304,
	settings: 7_305,
	jobs: 7_306,
	presence: 7_307,
	breadthSubscriptions: 7_308,
	lead: 7_309,
	storeIdentity: 7_310,
	seriesSchema: 7_311,
	recordSeals: 7_312,
} as const;
