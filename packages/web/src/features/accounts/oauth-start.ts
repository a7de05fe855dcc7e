/** The state of a sign-in elsewhere: unguessable, and it carries where to go afterwards, so that nothing has to be stored. */
export const newState = (redirectTo: string): string => {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
	return `${random}.${encodeURIComponent(redirectTo).slice(0, 400)}`;
};

/** Undefined for a state that carries nothing readable. The server knows whether the state is the one that was begun. */
export const redirectOfState = (state: string): string | undefined => {
	const at = state.indexOf('.');
	try {
		return at < 0 ? undefined : decodeURIComponent(state.slice(at + 1));
	} catch {
		return undefined;
	}
};

export const redirectUrlOf = (origin: string, provider: string): string => `${origin}/oauth/${provider}`;
