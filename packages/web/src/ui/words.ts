/** Words of pages that belong to no area. */
export const words = {
	notFound: 'Not Found',
	notFoundDetail: 'This address leads nowhere.',
	toList: 'To the list',
	licencePopup: 'You need update your license',
	licencePopupDetail: 'This report is outside your license.',
	needsLicence: 'This page is part of every licence; a confirmed address opens a trial.',
	changeLicence: 'change license',
	close: 'Close',
	previousPage: 'Previous page',
	nextPage: 'Next page',
	cancel: 'Cancel',
	refused: (key: string, value: string) =>
		`The address holds ${key}=${value}, which this page does not know. It shows the default instead.`,
	forecastReport: 'Forecast report: price rings mean rank among tickers, not size of expected move',
	reconstructed: 'reconstructed: built after the fact from stored bars',
	newReport: (clock: string) => `New report ${clock}`,
	archived: (date: string) => `Archived data ${date}`,
	versionOf: (version: number, versions: number) => `version ${version} of ${versions}`,
	versionLink: (version: number) => `Version ${version}`,
	toLatest: 'Latest Report',
} as const;
