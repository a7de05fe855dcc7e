import type { InformationPage } from '@sw/domain/outreach/information';
import type { CONSENT_PURPOSES } from './consent-rules.ts';

type ConsentName = (typeof CONSENT_PURPOSES)[number];

export const consentWords = {
	close: 'Close',
	footer: {
		links: { '/about': 'About', '/faq': 'FAQ', '/privacy-policy': 'Privacy', '/terms-of-use': 'Terms' } satisfies Record<
			InformationPage['path'],
			string
		>,
		actions: { contact: 'Contact', cookies: 'Cookies' },
	},
	cookies: {
		label: 'Cookies',
		text: 'Cookies keep you signed in and remember your settings. Analytics load only if you allow them.',
		acceptAll: 'Accept All Cookies',
		ok: 'Ok',
		manage: 'Manage Cookies',
		rejectAll: 'Reject All',
		confirm: 'Confirm My Choices',
		kinds: {
			security: ['Security', 'Protects forms and sign-in from bots.'],
			identification: ['Identification', 'Lets the site operator measure visits (analytics).'],
			functional: ['Functional', 'Remembers your display settings.'],
		} satisfies Record<ConsentName, readonly [string, string]>,
	},
	waitList: {
		title: 'Get early access',
		text: 'Signalwheel opens soon. Leave your e-mail address and we’ll let you know.',
		email: 'E-mail address',
		send: 'Send',
		thanksTitle: 'Thank you',
		thanks: 'You’re on the list. We’ll write when Signalwheel opens.',
		alreadyListed: 'This address is already on the list',
		unknownTitle: 'Unknown invitation',
		unknown: (value: string) => `The link has grl=${value}; only true or false are valid.`,
	},
	contact: {
		title: 'Contact us',
		text: 'Your message goes to the site operator, who answers by e-mail.',
		email: 'E-mail address',
		name: 'Name (optional)',
		subject: 'Subject (optional)',
		message: 'Message',
		send: 'Send',
		thanksTitle: 'Thank you',
		thanks: 'Message sent.',
	},
	install: {
		label: 'Install the app',
		title: 'Install Signalwheel',
		text: 'Opens in its own window, like an app.',
		ios: "Tap Share, then 'Add to Home Screen'.",
		install: 'Install',
		cancel: 'Cancel',
	},
	failed: 'That didn’t work. Try again.',
} as const;
