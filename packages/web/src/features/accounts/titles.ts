/** Title and description of the pages of signing in: what a route needs before its page is loaded. */
export const signTitles = {
	signIn: 'Sign in',
	signInDescription: 'Sign in to Signalwheel.',
	signUp: 'Create account',
	signUpDescription: 'Create an account: fourteen days of the basic licence, no card needed.',
	forgotTitle: 'Recover your password',
	forgotDescription: 'Set a new password by a link to your mailbox.',
	confirmTitle: 'Confirm your address',
} as const;

/** Title and description of the profile: what a route needs before its page is loaded. */
export const profileTitles = {
	title: 'Profile',
	description: 'Your data, plan, payments, password, sessions and looks.',
} as const;
