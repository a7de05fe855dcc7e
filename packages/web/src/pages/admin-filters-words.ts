/** Words of the administration of the house's filters. */
export const houseFilterWords = {
	title: 'House filters',
	note: "What is saved here is everybody's default of the tab at once",
	told: {
		title: 'House filter saved',
		detail: (name: string) => `“${name}” is everybody's default of its tab from now on.`,
	},
	tabs: 'Tabs with a filter of the house',
	none: 'No filters of the house',
	noneDetail: 'They are made when the server starts.',
} as const;
