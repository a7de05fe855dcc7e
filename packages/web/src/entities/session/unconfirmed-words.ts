/** Words to an account whose address is not confirmed. */
export const words = {
	unconfirmed: 'Your address is not confirmed yet: without it there is no licence.',
	resend: 'Send the link again',
	resent: (email: string) => `A link went to ${email}.`,
} as const;
