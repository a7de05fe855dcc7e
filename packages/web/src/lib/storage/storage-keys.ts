/** Every key that the product stores in browsers. The specification defines their names, except for the last three. */
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
	/** Whether price charts show extended hours. */
	'chartTVExtendedHours',
	/** Whether the wait-list invitation was shown in this browser session. */
	'waitListShown',
	/** Whether new-report notices are paused, for the session of one tab. */
	'reportsPaused',
] as const;
export type StoredKey = (typeof STORED_KEYS)[number];
