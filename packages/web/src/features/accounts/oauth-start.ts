/** The state parameter of an external sign-in: unguessable, and it contains the page to return to, so that nothing has to be stored. */
export function newState(redirectTo: string): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
	return `${random}.${encodeURIComponent(redirectTo).slice(0, 400)}`;
}

/** Undefined if the state has no readable content. The server checks whether it is the one that was issued. */
export function redirectOfState(state: string): string | undefined {
	const at = state.indexOf('.');
	try {
		return at < 0 ? undefined : decodeURIComponent(state.slice(at + 1));
	} catch {
		return undefined;
	}
}

export function redirectUrlOf(origin: string, provider: string): string {
	return `${origin}/oauth/${provider}`;
}
