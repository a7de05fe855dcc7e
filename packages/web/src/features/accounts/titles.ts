/** Titles and descriptions of the sign-in pages, needed by a route before its page loads. */
export const signInTitles = {
	signIn: 'Sign in',
	signInDescription: 'Sign in to Signalwheel.',
	signUp: 'Create account',
	signUpDescription: 'Create an account: 14 days of the basic licence, no card needed.',
	forgotTitle: 'Reset your password',
	forgotDescription: 'Get an e-mail link to set a new password.',
	confirmTitle: 'Confirm your e-mail address',
} as const;

/** Title and description of the profile, needed by a route before its page loads. */
export const profileTitles = {
	title: 'Profile',
	description: 'Your details, plan, payments, password, sign-in sessions and appearance.',
} as const;
