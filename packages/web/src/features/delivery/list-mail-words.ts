/** Texts of scheduled lists by mail. */
export const listMailWords = {
	title: 'Lists by mail',
	lead: 'Each trading day, with the report of that time.',
	empty: 'Get a ranked list by mail each trading day: choose a list and a time.',
	noLicence: 'Scheduled lists need a plan.',
	failed: 'Couldn’t load your scheduled lists.',
	full: (allowed: number) => `You have scheduled ${allowed} lists. Delete one to add another.`,
	table: 'Your scheduled lists',
	one: (list: string, slot: string) => `${list}, ${slot} ET`,
	remove: (list: string, slot: string) => `Delete scheduled list: ${list}, ${slot} ET`,
	removeShort: 'Delete',
	list: 'List',
	tabs: 'Tabs',
	filters: 'Saved filters',
	slot: 'Time of the report, New York',
	slotHint: 'After an early close, the last report of the day.',
	add: 'Schedule list',
} as const;
