export const builtInFilterWords = {
	title: 'Built-in filters',
	note: 'Changes apply to all users immediately',
	saved: {
		title: 'Built-in filter saved',
		detail: (name: string) => `“${name}” is now the default of its tab for all users.`,
	},
	tabs: 'Tabs with a built-in filter',
	none: 'No built-in filters',
	noneDetail: 'They are created when the server starts.',
} as const;
