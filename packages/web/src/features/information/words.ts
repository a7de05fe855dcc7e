/** Texts around the text pages. */
export const informationWords = {
	home: 'Home',
	operator: 'Who runs this service',
	noOperator: 'The operator of this site hasn’t added their name yet.',
	contact: 'Contact the operator',
} as const;
