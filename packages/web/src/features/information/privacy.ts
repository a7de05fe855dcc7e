import type { InformationSection } from './section.ts';

export const privacy: readonly InformationSection[] = [
	{
		title: 'In short',
		paragraphs: [
			'The service keeps what it needs to sign you in, to show your lists as you left them, and to hold off those who guess passwords. It runs on the machine of whoever operates it: nothing of you goes anywhere else but for what is named below.',
		],
	},
	{
		title: 'Cookies',
		paragraphs: [
			'None of these needs your consent: without them you could not be signed in, or would be asked for the same again. Over https the first five carry the prefix __Host-.',
		],
		rows: [
			['sw_access', 'Signs you in, for 15 minutes, then it is renewed.'],
			['sw_refresh', 'Renews the one before, for 30 days after the last visit, at most 90 days after signing in.'],
			['sw_browser', 'Knows a browser in which an account was signed in to, for a year: strangers who guess do not lock you out of it.'],
			['sw_step', 'Between the password and the second factor.'],
			['sw_oauth', 'While you sign in with another provider, for ten minutes.'],
			['theme, palette', 'The colours that you chose.'],
			['language', 'In which language lists and tickers speak to you: as your account says, or as you chose; for a year.'],
			['visit', 'Whether a visit has begun, so that your list opens as you left it; for four hours.'],
		],
	},
	{
		title: 'Kept in your browser alone',
		paragraphs: [
			'How you left lists and charts, your answer about cookies, whether you were asked to install the application, and whether you were invited to the wait-list. It stays in the storage of your browser, where you can delete it.',
		],
	},
	{
		title: 'Kept by the service',
		rows: [
			[
				'Of an account',
				'E-mail address, name, licence and preferences; of the password a hash (argon2id), of passkeys the public part. Filters, favourites and the frozen list. Until the account is deleted.',
			],
			['Of each sign-in', 'When, from which network address and with which browser; until it ends, which you can do in your profile.'],
			['Audit log', 'What administrators and account holders changed, when and from which network address. Its lines outlive accounts.'],
			[
				'Of visitors',
				'Which tickers a network address opened on a day, to count the daily allowance; for two days. Counted tries of signing in, letters and the like, until their time is over.',
			],
			[
				'Orders and payments',
				'What was ordered, its price and state, and what the payment provider tells of it: name, address, e-mail and network address of who paid, the amounts, of the card its first six and last four digits and its expiry, never its whole number. What was ordered, paid and given back stays as long as the books, also after the account is deleted. Who paid is taken out of it 550 days after it came: so long a payment can be disputed.',
			],
			[
				'Messages and notices',
				'What you were told, for 90 days, and when and by which way it left, for 30 (90 where it did not arrive). Of each browser that takes pushes the address and keys that it gave, of a webhook its address, until you remove them.',
			],
			['Wait-list', 'The e-mail address and the day, until it is taken from the list.'],
			['Letters to the operator', 'What you wrote, with your address, for two years.'],
			[
				'Log of the server',
				'Calls with their time, network address and outcome, without bodies, passwords or links. Its operator decides how long it is kept.',
			],
		],
	},
	{
		title: 'Who else takes part',
		paragraphs: [
			'Mails go through the mail server of the operator. Notices go out only by the ways that you switch on in your profile: names of your filters, symbols of tickers and links, never prices. A push goes to the push service of your browser (Google, Mozilla, Microsoft or Apple), which cannot read it but sees when one comes; a webhook to the address that you name.',
			'Where the operator has set it up, forms ask a captcha (Turnstile, hCaptcha or reCAPTCHA) whether you are a person, and you may sign in with another provider: then these learn what their own pages ask of you.',
			'Where licences are sold, PayPro Global takes the payment on pages of its own, and learns what you enter there; from here it is given the plan, your e-mail address and the code of the order.',
			'A script that counts visits is loaded only where the operator has one, you have consented to it (“Identification”), and three seconds have gone. The answer can be changed at any time by “Cookies” at the foot of each page.',
		],
	},
	{
		title: 'Your rights',
		paragraphs: [
			'You can read and change your data in your profile, and delete the account there. For anything else write to the operator: “Contact” stands at the foot of each page.',
		],
	},
];
