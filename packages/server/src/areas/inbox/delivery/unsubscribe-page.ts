/** The page of unsubscribe links: plain HTML, for users who are not signed in and mail clients without scripts. */
import { createHash } from 'node:crypto';

const STYLE =
	'body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem;color:#1a1d24;background:#f4f5f7}main{background:#fff;border-radius:10px;padding:1.5rem}h1{margin:0 0 1rem;font-size:1.4rem;line-height:1.25}button{min-height:44px;padding:0 1.25rem;font:inherit;font-weight:600;border:0;border-radius:6px;background:#1f6f8b;color:#fff;cursor:pointer}a{color:#1f6f8b}@media(prefers-color-scheme:dark){body{color:#e8eaee;background:#12141a}main{background:#1c1f27}a{color:#7cc4dd}}';

const HASH = createHash('sha256').update(STYLE).digest('base64');

export const PAGE_HEADERS = {
	'content-security-policy': `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
	'cache-control': 'no-store',
	// The address contains the token.
	'referrer-policy': 'no-referrer',
};

function page(title: string, content: string): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title} - Signalwheel</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${content}
</main></body></html>
`;
}

export const QUESTION_PAGE = page(
	'Unsubscribe from filter alerts by mail',
	`<p>Signalwheel mails you when the lists of your filters change. If you unsubscribe, the alerts still appear in your messages.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>`,
);

export const DONE_PAGE = page(
	'You are unsubscribed',
	'<p>You no longer get filter alerts by mail. They still appear in your messages, and you can turn the mails on again in <a href="/profile">your profile</a>.</p>',
);
