/** Words around the pages of the administration. */
export const frameWords = {
	onlyAdmins: 'Access to specified resource is denied',
	onlyAdminsDetail: 'Only administrators may see this page.',
	menu: 'Administration',
} as const;
