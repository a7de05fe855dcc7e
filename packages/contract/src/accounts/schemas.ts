import { ROLES, USER_STATUSES } from '@sw/domain/access/account';
import {
	anyPasswordRules,
	emailRules,
	firstError,
	MAX_EMAIL_LENGTH,
	MAX_NAME_LENGTH,
	MAX_PASSWORD_LENGTH,
	MIN_PASSWORD_LENGTH,
	nameRules,
	newPasswordRules,
	type Rule,
} from '@sw/domain/access/form-rules';
import { LANGUAGES, type Language } from '@sw/domain/outreach/languages';
import { MAX_LINK_NAME_LENGTH, MAX_LINKS, templateError } from '@sw/domain/prices/symbol';
import { z } from 'zod';
import { isoTime, licence } from '../base/common.ts';

/** Maximum characters of a captcha token, more than any valid one has. */
const MAX_CAPTCHA_TOKEN_LENGTH = 4_096;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression has to match control characters
const CONTROL = /[\u0000-\u001f\u007f]/;

const UNPRINTABLE_MESSAGE = 'Only printable characters';

/** Creates a schema for one line of text: no control characters, no lone surrogates. */
export function singleLine(maxLength: number) {
	return z
		.string()
		.max(maxLength)
		.refine((value) => printableError(value) === null, UNPRINTABLE_MESSAGE);
}

function printableError(value: string): string | null {
	return CONTROL.test(value) || !value.isWellFormed() ? UNPRINTABLE_MESSAGE : null;
}

/** Creates a schema for a form field; its error is the first broken rule. The rules must limit the length. */
export function formField(rules: readonly Rule[]) {
	return z.string().superRefine((value, context) => {
		const error = firstError(value, rules);
		if (error !== null) context.addIssue({ code: 'custom', message: error });
		else if (!value.isWellFormed()) context.addIssue({ code: 'custom', message: UNPRINTABLE_MESSAGE });
	});
}

export const email = formField(emailRules).meta({ minLength: 1, maxLength: MAX_EMAIL_LENGTH, examples: ['ann@example.com'] });
export const newPassword = formField(newPasswordRules).meta({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH });
export const anyPassword = formField(anyPasswordRules).meta({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH });
export const personName = formField([...nameRules, printableError]).meta({ maxLength: MAX_NAME_LENGTH });

export const role = z.enum(ROLES);
export const status = z.enum(USER_STATUSES);
export const id = z.uuid();

/** A secret code: part of a mailed link, or from an authenticator app. */
export const code = singleLine(200).min(1);

/** A path on this site to open after a user has followed a mailed link. Refuses anything that browsers would read as another site. */
export const redirectPath = singleLine(400).regex(/^\/(?![/\\])[^\\]*$/, 'A path of this site');

/** An empty body, which callers can also omit. */
export const emptyBody = z.preprocess((value) => value ?? {}, z.strictObject({}));

/** Token of the captcha widget; ignored where no captcha is configured. */
export const captcha = z.object({ captcha: z.string().max(MAX_CAPTCHA_TOKEN_LENGTH).optional() });

const expiryFields = {
	access_token_exp: isoTime,
	refresh_token_exp: isoTime,
	now: isoTime.describe("The server's clock, for browsers whose own is wrong."),
};

/** Expiry times of the tokens in the cookies. */
export const expiries = z.object(expiryFields).meta({ id: 'Expiries' });

export const THEMES = ['auto', 'light', 'dark'] as const;
export const PALETTES = ['green-up', 'red-up', 'blue-orange'] as const;
const languageCodes = LANGUAGES.map(({ code }) => code) as [Language, ...Language[]];

export const language = z.enum(languageCodes);

/** A user's link from any ticker to its page on another site. */
const tickerLink = z.strictObject({
	name: singleLine(MAX_LINK_NAME_LENGTH).refine((value) => value.trim() !== '', 'Name the site.'),
	template: z
		.string()
		.superRefine((value, context) => {
			const error = templateError(value) ?? (value.isWellFormed() ? null : 'Only printable characters');
			if (error !== null) context.addIssue({ code: 'custom', message: error });
		})
		.describe('An https address with the placeholders {symbol}, {exchange}, {tv} or {yahoo}.')
		.meta({ examples: ['https://finviz.com/quote.ashx?t={yahoo}'] }),
});

export const tickerLinks = z
	.array(tickerLink)
	.max(MAX_LINKS, `Use at most ${MAX_LINKS} links.`)
	.refine((links) => new Set(links.map(({ name }) => name.trim())).size === links.length, 'Give each link its own name.')
	.describe('Links from a ticker to other sites, in the order shown. Default: TradingView, Yahoo Finance and Finviz.')
	.meta({ examples: [[{ name: 'Finviz', template: 'https://finviz.com/quote.ashx?t={yahoo}' }]] });

const preferenceFields = {
	theme: z.enum(THEMES),
	palette: z.enum(PALETTES),
	language: language.describe('Language of the application for this account.'),
	notices: z.object({ mail: z.boolean() }).describe('Whether notifications are also sent by mail.'),
	links: tickerLinks,
};
export const preferences = z.object(preferenceFields);

const accountFields = {
	user_id: id,
	email: z.string(),
	name: z.string(),
	role,
	status,
	created: isoTime,
	seen: isoTime.nullable().describe('Last sign-in or refresh.'),
};

export const profile = z
	.object({
		...accountFields,
		...preferenceFields,
		license: licence.nullable().describe('The licence in force; null without one.'),
		license_expires: isoTime.nullable(),
		second_factor: z.boolean().describe('Whether signing in asks for a second factor.'),
		must_enrol: z.boolean().describe('An administrator who must set up a second factor before using anything else.'),
		has_password: z.boolean().describe('False where the account signs in only with another provider.'),
		identities: z.array(z.object({ provider: z.string(), email: z.string() })),
		pending_email: z
			.string()
			.nullable()
			.meta({ description: 'New address waiting for confirmation.', examples: ['ann@example.com'] }),
		...expiryFields,
	})
	.meta({ id: 'Profile' });

/** A user as administrators see it. `license` is the granted licence, whether in force or not. */
export const user = z
	.object({
		...accountFields,
		license: licence.nullable().describe('As granted.'),
		license_expires: isoTime.nullable(),
		license_in_force: licence
			.nullable()
			.describe('What the account may open now: all for administrators, null for unconfirmed, blocked or expired accounts.'),
		confirmed: isoTime.nullable(),
	})
	.meta({ id: 'User' });

export const session = z
	.object({
		id,
		current: z.boolean().describe('The session of this request.'),
		created: isoTime,
		seen: isoTime.describe('Last sign-in or refresh.'),
		expires: isoTime,
		address: z.string(),
		agent: z.string().meta({ description: "The browser's user agent.", examples: ['Mozilla/5.0'] }),
	})
	.meta({ id: 'Session' });
