/** A message before it is formatted for a service. */
export interface Text {
	readonly title: string;
	/** Lines. */
	readonly body: string;
	/** The page that shows all of it. */
	readonly url: string;
	/** A PNG, for services that show one. */
	readonly picture?: Buffer | undefined;
	/** Its public address, for services that load it themselves. */
	readonly pictureUrl?: string | undefined;
}

/** Formats title and body; `isCut` where a part of them is missing. */
export type Format = (title: string, body: string, isCut: boolean) => string;

/** The longest formatted text of at most `most` units: the body is cut first, then the title. Default of `size`: UTF-16 units. */
export function fitText({ title, body }: Text, limit: number, format: Format, size = (text: string): number => text.length): string {
	const whole = format(title, body, false);
	if (size(whole) <= limit) return whole;
	const [ofTitle, ofBody] = [[...title], [...body]];
	const total = ofTitle.length + ofBody.length;
	const cutTo = (kept: number): string =>
		kept >= ofTitle.length ? format(title, cut(ofBody, kept - ofTitle.length), true) : format(cut(ofTitle, kept), '', true);
	let [fits, exceeds] = [0, total];
	while (exceeds - fits > 1) {
		const middle = (fits + exceeds) >> 1;
		if (size(cutTo(middle)) <= limit) fits = middle;
		else exceeds = middle;
	}
	return cutTo(fits);
}

function cut(characters: readonly string[], kept: number): string {
	return kept >= characters.length ? characters.join('') : `${characters.slice(0, kept).join('').trimEnd()}…`;
}
