/** Texts for an account with an unconfirmed e-mail address. */
export const words = {
	unconfirmed: 'Confirm your e-mail address to get a licence.',
	resend: 'Resend link',
	resent: (email: string) => `We sent a link to ${email}.`,
} as const;
