/** Numbers of the locks that serialise rare writes over the whole database. */
export const ADVISORY_LOCKS = { migration: 7_301, reportChain: 7_302, tickerIds: 7_303, batchIds: 7_304, settings: 7_305 } as const;
