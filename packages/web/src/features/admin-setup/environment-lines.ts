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
export function createEnvironmentLines(input: SetupInput, { provider, origin }: Pick<Setup, 'provider' | 'origin'>): EnvironmentLine[] {
	const createLine = (name: string, value: string, isSecret = false): EnvironmentLine[] =>
		value.trim() === '' ? [] : [{ name, value: value.trim(), isSecret }];
	const isNewProvider = input.provider !== provider;
	return [
		...createLine('SIGNALWHEEL_PROVIDER', input.provider),
		...(isNewProvider ? createLine('SIGNALWHEEL_DATA', `data-${input.provider}`) : []),
		...(KEY_VARIABLES[input.provider] ?? []).flatMap(([part, name]) => createLine(name, input[part], true)),
		...(input.provider === 'files' ? [] : createLine('SIGNALWHEEL_SYMBOLS', input.symbols.replaceAll(/\s+/g, ''))),
		...createLine('SIGNALWHEEL_SMTP_URL', input.url, true),
		...(input.url.trim() === '' ? [] : createLine('SIGNALWHEEL_MAIL_FROM', input.from)),
		...(input.origin.trim() === origin ? [] : createLine('SIGNALWHEEL_ORIGIN', input.origin)),
	];
}

/** Joins the lines to a text. Secrets are shown as dots unless `showSecrets` is true. */
export function formatLines(lines: readonly EnvironmentLine[], showSecrets: boolean): string {
	return lines.map(({ name, value, isSecret }) => `${name}=${isSecret && !showSecrets ? '••••••••' : quote(value)}`).join('\n');
}

/** Quotes a value for a shell or an environment file. */
function quote(value: string): string {
	return /^[\w.,:/@%+=-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

export type OriginVerdict = 'none' | 'faulty' | 'here' | 'open' | 'elsewhere';

/** Classifies a site origin without a request. 'here': this page was loaded from it. 'open': not encrypted. 'elsewhere': any other origin. */
export function classifyOrigin(input: string, currentOrigin: string | undefined): OriginVerdict {
	const text = input.trim().replace(/\/+$/, '');
	if (text === '') return 'none';
	if (!URL.canParse(text)) return 'faulty';
	const { protocol, hostname, username, search, hash, href } = new URL(text);
	if (!/^https?:$/.test(protocol) || username || search || hash || !isSubPath(subPathOf(text))) return 'faulty';
	if (href.replace(/\/+$/, '') === currentOrigin) return 'here';
	const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
	return protocol === 'http:' && !isLocal ? 'open' : 'elsewhere';
}
