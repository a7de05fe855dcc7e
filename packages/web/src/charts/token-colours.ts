/**
 * Reads colours for a canvas, where custom properties don't work. `host` is given each colour for a moment: only as the colour of an element does a
 * token resolve to one value instead of one for light and one for dark.
 */
export function readTokens<N extends string>(host: HTMLElement, names: readonly N[]): Record<N, string> {
	const computed = getComputedStyle(host);
	const found = Object.fromEntries(
		names.map((name) => {
			host.style.color = `var(${name})`;
			return [name, computed.color];
		}),
	) as Record<N, string>;
	host.style.removeProperty('color');
	return found;
}
