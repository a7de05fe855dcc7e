/** Every key the product keeps in a browser, by the specification's names but for the last two. Nothing else is stored. */
export const STORED_KEYS = [
	'theme',
	'magicValue',
	'cookiesPolicy',
	'tickerDetailsIndicatorsValue',
	'userSettings',
	'parametersSearchSignal',
	'weightSettings',
	'topTablesSettings',
	'chartTVCoefficients',
	'chartTVGapVerticalLine',
	'profileRole',
	'selectFilterSettings',
	'pagesFilterSettings',
	'capitalizationTableTop',
	'hideToastPWA',
	/** Whether this session of a browser was invited to the wait-list. */
	'waitListShown',
	/** Whether newer reports wait in silence; for the session of one tab. */
	'reportsPaused',
] as const;
export type StoredKey = (typeof STORED_KEYS)[number];
