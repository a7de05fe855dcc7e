import type { InformationPage } from '@sw/domain/outreach/information';
import type { CONSENTS } from './rules.ts';

type ConsentName = (typeof CONSENTS)[number];

export const mannersWords = {
	close: 'Close',
	footer: {
		links: { '/about': 'About', '/faq': 'FAQ', '/privacy-policy': 'Privacy', '/terms-of-use': 'Terms' } satisfies Record<
			InformationPage['path'],
			string
		>,
		acts: { contact: 'Contact', cookies: 'Cookies' },
	},
	cookies: {
		label: 'Cookies',
		text: 'Cookies keep you signed in and your view as you left it. What tells visits apart is loaded only where you allow it.',
		acceptAll: 'Accept All Cookies',
		ok: 'Ok',
		manage: 'Manage Cookies',
		rejectAll: 'Reject All',
		confirm: 'Confirm My Choices',
		kinds: {
			security: ['Security', 'Protects forms and sign-in from machines.'],
			identification: ['Identification', 'Lets the operator count and tell apart visits.'],
			functional: ['Functional', 'Remembers how you like pages to look.'],
		} satisfies Record<ConsentName, readonly [string, string]>,
	},
	waitList: {
		title: 'Be there from the beginning',
		text: 'Signalwheel is about to open. Leave your e-mail address, and we write to you when it does.',
		email: 'E-mail address',
		send: 'Send',
		thanksTitle: 'Thank you',
		thanks: 'Your address is on the list. We write to you when it begins.',
		twice: 'This address is on the list already',
		unknownTitle: 'Unknown invitation',
		unknown: (value: string) => `The value ‘${value}’ of grl is unknown: it is true or false.`,
	},
	contact: {
		title: 'Contact us',
		text: 'Your letter goes to the operator of this site, who answers by e-mail.',
		email: 'E-mail address',
		name: 'Name (optional)',
		subject: 'Subject (optional)',
		message: 'Message',
		send: 'Send',
		thanksTitle: 'Thank you',
		thanks: 'Your letter is on its way.',
	},
	install: {
		label: 'Install the app',
		title: 'Install Signalwheel',
		text: 'It opens like an app of its own, in a window without bars.',
		ios: "Tap Share, then 'Add to Home Screen'.",
		install: 'Install',
		cancel: 'Cancel',
	},
	failed: 'This did not work. Try again.',
} as const;
