import { isSubPath, subPathOf } from '@sw/domain/access/site-host';
import type { Setup } from './queries.ts';

export interface EnvironmentLine {
	readonly name: string;
	readonly value: string;
	readonly isSecret: boolean;
}

export interface SetupInput {
	readonly provider: string;
	readonly key: string;
	readonly secret: string;
	readonly symbols: string;
	readonly url: string;
	readonly from: string;
	readonly origin: string;
}

/** Environment variables for a provider's key and secret. */
const KEY_VARIABLES: Readonly<Record<string, readonly (readonly ['key' | 'secret', string])[]>> = {
	alpaca: [
		['key', 'SIGNALWHEEL_ALPACA_KEY'],
		['secret', 'SIGNALWHEEL_ALPACA_SECRET'],
	],
	massive: [['key', 'SIGNALWHEEL_MASSIVE_KEY']],
};

/**
 * Returns the environment lines for the entered values, without empty values and an unchanged origin. Another provider also needs another data
 * folder, because a folder contains only one market.
 */
export function environmentLines(typed: SetupInput, { provider, origin }: Pick<Setup, 'provider' | 'origin'>): EnvironmentLine[] {
	const line = (name: string, value: string, isSecret = false): EnvironmentLine[] =>
		value.trim() === '' ? [] : [{ name, value: value.trim(), isSecret }];
	const isNewProvider = typed.provider !== provider;
	return [
		...line('SIGNALWHEEL_PROVIDER', typed.provider),
		...(isNewProvider ? line('SIGNALWHEEL_DATA', `data-${typed.provider}`) : []),
		...(KEY_VARIABLES[typed.provider] ?? []).flatMap(([part, name]) => line(name, typed[part], true)),
		...(typed.provider === 'files' ? [] : line('SIGNALWHEEL_SYMBOLS', typed.symbols.replaceAll(/\s+/g, ''))),
		...line('SIGNALWHEEL_SMTP_URL', typed.url, true),
		...(typed.url.trim() === '' ? [] : line('SIGNALWHEEL_MAIL_FROM', typed.from)),
		...(typed.origin.trim() === origin ? [] : line('SIGNALWHEEL_ORIGIN', typed.origin)),
	];
}

/** Joins the lines to a text. Secrets are shown as dots unless `shown` is true. */
export function linesText(lines: readonly EnvironmentLine[], shown: boolean): string {
	return lines.map(({ name, value, isSecret }) => `${name}=${isSecret && !shown ? '••••••••' : quote(value)}`).join('\n');
}

/** Quotes a value for a shell or an environment file. */
function quote(value: string): string {
	return /^[\w.,:/@%+=-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

export type OriginVerdict = 'none' | 'faulty' | 'here' | 'open' | 'elsewhere';

/** Judges an address without a request. 'here': this page was loaded from it. 'open': it is not encrypted. 'elsewhere': any other address. */
export function originVerdict(typed: string, currentOrigin: string | undefined): OriginVerdict {
	const text = typed.trim().replace(/\/+$/, '');
	if (text === '') return 'none';
	if (!URL.canParse(text)) return 'faulty';
	const { protocol, hostname, username, search, hash, href } = new URL(text);
	if (!/^https?:$/.test(protocol) || username || search || hash || !isSubPath(subPathOf(text))) return 'faulty';
	if (href.replace(/\/+$/, '') === currentOrigin) return 'here';
	const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
	return protocol === 'http:' && !local ? 'open' : 'elsewhere';
}
