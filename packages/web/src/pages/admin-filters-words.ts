/** Words of the administration of the house's filters. */
export const houseFilterWords = {
	title: 'House filters',
	note: "Everybody's default of a tab, from the next look at a list on",
	tabs: 'Tabs with a filter of the house',
	none: 'No filters of the house',
	noneDetail: 'They are made when the server starts.',
} as const;
