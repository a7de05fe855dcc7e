/** Texts of the button that shows the open report. */
export const pickerWords = {
	label: 'Choose a report',
	latestNow: (clock: string) => `Latest report ${clock}`,
	reading: (clock: string) => `Report ${clock}`,
	archived: (date: string) => `Report ${date}`,
	none: 'No report yet',
	noSlots: 'Empty report list',
} as const;
