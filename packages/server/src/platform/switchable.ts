/**
 * One object in the place of another: an import into a running server brings new tickers, and with them a new directory and window, while
 * the handlers keep what they were given. `view` always answers as the current one.
 */
export const switchable = <T extends object>(first: T): { readonly view: T; switchTo(next: T): void } => {
	let current = first;
	return {
		view: new Proxy(first, { get: (_first, key) => Reflect.get(current, key) }),
		switchTo: (next) => {
			current = next;
		},
	};
};
