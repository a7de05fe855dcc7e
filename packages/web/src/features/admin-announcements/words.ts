import type { Audience } from '@sw/domain/inbox/announcement';

/** Words of what the house announces. */
export const announcementWords = {
	title: 'Announcements',
	note: 'They stand in the messages of those whom they are for, also of accounts that are made later, until they end.',
	make: 'New announcement',
	subject: 'Subject',
	text: 'Text',
	textHint: 'plain text; an empty line begins a paragraph',
	audience: 'For whom',
	audiences: {
		everybody: 'everybody',
		basic: 'the basic licence',
		premium: 'the premium licence',
		pro: 'the pro licence',
	} satisfies Record<Audience, string>,
	ends: 'Ends',
	endsHint: 'the last day on which it is shown, New York; within 89 days',
	send: 'Announce',
	sent: 'Announced',
	sentDetail: (audience: string, until: string) => `It is for ${audience}, until ${until}.`,
	shown: 'Shown to',
	read: 'Read by',
	act: 'What can be done',
	takeBack: 'Take back',
	takeBackNamed: (subject: string) => `Take back: ${subject}`,
	takeBackWill: (subject: string) => `“${subject}” goes from all inboxes, read or not.`,
	takeBackSure: 'Take it back',
	takenBack: (subject: string) => `“${subject}” is gone from all inboxes.`,
	empty: 'Nothing has been announced yet.',
	needEnd: 'Required to fill in',
} as const;
