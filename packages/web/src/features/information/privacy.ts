import type { InformationSection } from './section.ts';

export const privacy: readonly InformationSection[] = [
	{
		title: 'In short',
		paragraphs: [
			'The service stores what it needs to sign you in, remember your lists, and block password guessing. It runs on the operator’s own server. Your data goes nowhere else except as described below.',
		],
	},
	{
		title: 'Stored only in your browser',
		paragraphs: [
			'The state of your lists and charts, your cookie choices, and whether you have seen the install prompt and the wait-list invitation. You can delete this in your browser.',
		],
	},
	{
		title: 'Cookies',
		paragraphs: ['These cookies are necessary and need no consent. Over https the first five have the prefix __Host-.'],
		rows: [
			['sw_access', 'Keeps you signed in. Lasts 15 minutes, then it is renewed.'],
			['sw_refresh', 'Renews sw_access. Lasts 30 days after your last visit, at most 90 days after sign-in.'],
			['sw_browser', 'Recognizes a browser you signed in with, so other people’s failed attempts don’t lock you out. Lasts one year.'],
			['sw_step', 'Used between the password and the second factor.'],
			['sw_oauth', 'Used while you sign in with another provider. Lasts ten minutes.'],
			['theme, palette', 'Your colours.'],
			['language', 'Your language. Lasts one year.'],
			['visit', 'Marks a browsing session, so your list opens as you left it. Lasts four hours.'],
		],
	},
	{
		title: 'Stored by the service',
		rows: [
			[
				'Account',
				'E-mail address, name, licence and settings, a hash of your password (argon2id), the public keys of your passkeys, filters, favourites and frozen list. Kept until you delete the account.',
			],
			['Sign-ins', 'Time, IP address and browser of each sign-in. Kept until it ends; you can end it in your profile.'],
			['Audit log', 'Changes by administrators and account holders, with time and IP address. Kept after the account is deleted.'],
			[
				'Visitors',
				'Tickers opened by an IP address, to count the daily allowance: two days. Sign-in attempts and sent messages are counted until the limit resets.',
			],
			[
				'Orders and payments',
				'The order with its price and status, and the data from the payment provider: payer’s name, address, e-mail and IP address, amounts, and the card’s first six and last four digits and expiry date, never the full number. Order, payment and refund records are kept as long as bookkeeping requires, even after the account is deleted. Payer data is deleted after 550 days, when payments can no longer be disputed.',
			],
			[
				'Messages and alerts',
				'Your messages: 90 days. When and how they were delivered: 30 days, or 90 if delivery failed. The push address and keys of your browsers and your webhook addresses and connected apps: until you remove them.',
			],
			['Wait-list', 'E-mail address and date. Kept until removed from the list.'],
			['Contact messages', 'Your message and e-mail address. Kept for two years.'],
			[
				'Server log',
				'Requests with time, IP address and result, without content, passwords or links. The operator decides how long it is kept.',
			],
		],
	},
	{
		title: 'Third parties',
		paragraphs: [
			'Mail goes through the operator’s mail server. Alerts go out only through the channels you turn on in your profile; they contain filter names, tickers and links, never prices. Push alerts go through your browser’s push service (Google, Mozilla, Microsoft or Apple), which sees when an alert is sent but can’t read it. Webhook alerts go to the address you enter, and alerts to apps to the service you connect, such as Telegram, which can read them.',
			'If the operator has set them up, forms use a captcha (Turnstile, hCaptcha or reCAPTCHA), and you can sign in with other providers. These services then process the data their own pages ask for.',
			'If licences are sold, PayPro Global handles the payment on its own pages. It receives the plan, your e-mail address and the order code from us, and the details you enter there.',
			'An analytics script loads only if the operator has set one up and you allow “Identification”, three seconds after the page. You can change your choice at any time under “Cookies” at the bottom of each page.',
		],
	},
	{
		title: 'Your rights',
		paragraphs: [
			'You can view and change your data in your profile, and delete your account there. For anything else, use “Contact” at the bottom of each page.',
		],
	},
];
