/** Texts around the administration pages. */
export const frameWords = {
	onlyAdmins: 'Access to specified resource is denied',
	onlyAdminsDetail: 'This page is for administrators only.',
	menu: 'Administration',
} as const;
