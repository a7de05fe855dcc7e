/** Schemas of the values of environment variables. Each message completes the sentence 'NAME must be ...'. */

import { isIP } from 'node:net';
import { GROUP_GRANTS, type GroupRule } from '@sw/domain/access/claims';
import { isEmail } from '@sw/domain/access/form-rules';
import { isSubPath, subPathOf } from '@sw/domain/access/site-host';
import { INFORMATION_PAGES } from '@sw/domain/outreach/information';
import { LANGUAGES } from '@sw/domain/outreach/languages';
import { canonicalAddress, isPublicPath, PUBLIC_PAGES } from '@sw/domain/prices/public-pages';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { parseDate } from '@sw/domain/time/zone';
import { z } from 'zod';

/** First parts of the paths of pages. */
const PAGES =
	'admin alerts auth breadth compare decisions favourites filter-settings-list frozen-list login logout main messages oauth prices profile replication reports search signal-search target ticker top watchlists';

/** First parts of all other paths. */
const FILES =
	'.well-known api assets embed feeds llms.txt oembed proof robots.txt simulated-checkout site.js sitemap.xml sw.js unsubscribe verify.py wheels';

/** First parts of all of the site's paths. */
const OWN_FIRST_PARTS: ReadonlySet<string> = new Set([
	...`${PAGES} ${FILES}`.split(' '),
	...LANGUAGES.flatMap(({ prefix }) => (prefix === '' ? [] : [firstPart(prefix)])),
	...[...INFORMATION_PAGES, ...PUBLIC_PAGES].map(({ path }) => firstPart(path)),
]);

export const VENDORS = ['yahoo', 'alpaca', 'massive'] as const;
/** Roles of a process: 'market' reads data, scores and publishes, or is a standby for these tasks; 'api' answers requests; 'jobs' runs background jobs. */
export const ROLES = ['market', 'api', 'jobs'] as const;
export type Role = (typeof ROLES)[number];
export const MENTION_COUNTERS = ['apewisdom', 'reddit', 'x'] as const;

export const text = z.string();
/** Rejects a leading ~, because only a shell expands it, and not within quotes. */
export const folder = z.string().refine((path) => !path.startsWith('~'), 'a path without ~, such as /home/ann/signalwheel');

export function wholeNumber(minimum: number, maximum: number) {
	const error = `a whole number from ${minimum} to ${maximum}`;
	return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(minimum, error).max(maximum, error));
}

export function oneOf<const T extends readonly string[]>(...values: T) {
	return z.enum(values, { error: `one of ${values.join(', ')}` });
}

export function url(...schemes: string[]) {
	return z.url({ protocol: new RegExp(`^(${schemes.join('|')})$`), error: `a URL with ${schemes.join(' or ')}://` });
}

const siteError = 'an address such as https://signals.example.com or https://example.com/signals, without a query';
/** A URL, optionally with a path. None of the site's own pages may begin with that path. */
export const siteAddress = url('http', 'https').superRefine((siteUrl, context) => {
	if (!URL.canParse(siteUrl)) return;
	const { username, search, hash } = new URL(siteUrl);
	const path = subPathOf(siteUrl);
	if (username || search || hash || !isSubPath(path)) context.addIssue(siteError);
	else if (isOwnPath(path)) context.addIssue(`an address whose path isn't one of the site's own pages (${path})`);
});

export const mailbox = z.string().refine(isEmail, 'a mail address, for example desk@example.com');
export const commaList = z.string().transform((value) =>
	value
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean),
);
/** Minimum prefix lengths of trusted networks. A wider one, such as 0.0.0.0/0, would let any visitor choose the address that rate limits count. */
const MIN_PREFIX_BITS = { 4: 8, 6: 7 } as const;
/** Values of Fastify's trustProxy: addresses, networks and three names of networks. */
export const proxies = commaList.refine((entries) => entries.every(isProxy), {
	error:
		'IP addresses or networks such as 127.0.0.1, 10.0.0.0/8 or fd00::/8 (at least /8, IPv6 at least /7), or loopback, linklocal, uniquelocal; no host names',
});

/** Related headers end in -Email, -Name and -Groups instead of -User. */
export const proxyHeader = z.string().regex(/^[a-z][a-z0-9-]*-user$/i, 'the name of a header that ends in -User, for example Remote-User');

const groupRulesError = `groups, each with what it grants (${GROUP_GRANTS.join(', ')}), for example traders=premium,operators=admin,*=basic`;
export const groupRules = createTextSchema(groupRulesError, (value): GroupRule[] | undefined => {
	const rules = value.split(',').map((part) => {
		const [group = '', grant = '', ...extra] = part.split('=').map((text) => text.trim());
		const knownGrant = GROUP_GRANTS.find((one) => one === grant);
		return group === '' || knownGrant === undefined || extra.length > 0 ? undefined : { group, grant: knownGrant };
	});
	return rules.every((rule) => rule !== undefined) ? rules : undefined;
});

function isProxy(text: string): boolean {
	if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
	const [address = '', bits, ...rest] = text.split('/');
	const family = isIP(address);
	if ((family !== 4 && family !== 6) || address.includes('%') || rest.length > 0) return false;
	if (bits === undefined) return true;
	// In IPv6, IPv4 addresses are in the last 32 bits.
	const minimum = /^::ffff:/i.test(address) ? 96 + MIN_PREFIX_BITS[4] : MIN_PREFIX_BITS[family];
	return /^\d{1,3}$/.test(bits) && Number(bits) >= minimum && Number(bits) <= (family === 4 ? 32 : 128);
}

const speedError = 'a number above 0, at most 3600';
export const speed = z.coerce.number<string>({ error: speedError }).positive(speedError).max(3_600, speedError);

/** Creates a schema that converts the text with `parse`. If `parse` returns undefined, the message is `error`. */
function createTextSchema<T>(error: string, parse: (value: string) => T | undefined) {
	return z.string().transform((value, context) => {
		const parsed = parse(value);
		if (parsed === undefined) context.addIssue(error);
		return parsed ?? z.NEVER;
	});
}

export const hostAndPort = createTextSchema('a port, or host:port', (value) => {
	const [, host = '127.0.0.1', port = ''] = /^(?:([\w.-]+|\[[\da-fA-F:]+\]):)?(\d{1,5})$/.exec(value) ?? [];
	return port !== '' && Number(port) <= 65_535 ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : undefined;
});
export const span = createTextSchema("two dates separated by '..', the earlier one first", (value) => {
	const [from, to, ...extra] = value.split('..').map(parseDate);
	return from && to && from <= to && extra.length === 0 ? { from, to } : undefined;
});
export const symbols = commaList
	.pipe(z.array(createTextSchema('comma-separated symbols, for example AAPL,MSFT,BRK.B', normalizeSymbol)))
	.transform((list): readonly string[] => [...new Set(list)]);
export const authorities = commaList.pipe(z.array(url('https', 'http')));
export const calendars = commaList.pipe(z.array(url('https')));
export const pushHosts = commaList.pipe(
	z.array(
		z
			.string()
			.toLowerCase()
			.regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'comma-separated host names, for example fcm.googleapis.com,*.push.apple.com'),
	),
);

export const receivers = commaList.pipe(
	z.array(z.string().refine(isReceiver, 'comma-separated hosts with ports, for example homeassistant.local:8123,127.0.0.1:5678')),
);
/** Whether an entry is one host and port, spelled as in URLs. */
function isReceiver(entry: string): boolean {
	const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[^\s:/@?#[\]\\*]+):([1-9]\d{0,4})$/.exec(entry) ?? [];
	if (host === '' || Number(port) > 65_535) return false;
	const url = `http://${host}/`;
	return URL.canParse(url) && new URL(url).hostname === host;
}

export const telegramToken = z.string().regex(/^\d+:[\w-]{30,}$/, 'a bot token, such as 123456:ABC-DEF...');

/** `length`: in Base64url characters. */
export function vapidKey(length: number) {
	return z.string().regex(new RegExp(`^[\\w-]{${length}}$`), `a P-256 key in Base64url, ${length} characters`);
}

const rolesError = `one or several of ${ROLES.join(', ')}, comma-separated`;
export const roles = commaList
	.pipe(z.array(z.enum(ROLES, { error: rolesError })).min(1, rolesError))
	.transform((list): ReadonlySet<Role> => new Set(list));
export const mentions = commaList
	.pipe(z.array(z.enum(MENTION_COUNTERS, { error: `one or several of ${MENTION_COUNTERS.join(', ')}, comma-separated` })))
	.refine(
		(counters) => !(counters.includes('apewisdom') && counters.includes('reddit')),
		'apewisdom or reddit, not both (both count Reddit)',
	);

/** Whether a path begins like one of the site's own paths, and so can't be the path of a site. */
export function isOwnPath(path: string): boolean {
	return OWN_FIRST_PARTS.has(firstPart(path)) || isPublicPath(path) || canonicalAddress(path) !== undefined;
}

function firstPart(path: string): string {
	return path.split('/')[1] ?? '';
}
