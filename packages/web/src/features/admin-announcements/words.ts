import type { Audience } from '@sw/domain/inbox/announcement';
import { monthDayYear } from '../../lib/format/times.ts';

export const announcementWords = {
	title: 'Announcements',
	note: 'Announcements appear in the inbox of their audience, including new accounts, until they expire.',
	make: 'New announcement',
	subject: 'Subject',
	text: 'Text',
	textHint: 'Plain text; an empty line starts a paragraph',
	audience: 'Audience',
	audiences: {
		everybody: 'all users',
		basic: 'basic users',
		premium: 'premium users',
		pro: 'pro users',
	} satisfies Record<Audience, string>,
	ends: 'Expires',
	endsHint: 'Last day shown, New York time; at most 89 days ahead',
	send: 'Publish',
	sent: 'Announcement published',
	sentDetail: (audience: string, until: string) => `Shown to ${audience} until ${monthDayYear(until)}.`,
	shown: 'Shown to',
	read: 'Read by',
	act: 'Actions',
	takeBack: 'Withdraw',
	takeBackNamed: (subject: string) => `Withdraw: ${subject}`,
	takeBackWill: (subject: string) => `Removes “${subject}” from all inboxes, read or not.`,
	takeBackSure: 'Withdraw announcement',
	takenBack: (subject: string) => `“${subject}” was removed from all inboxes.`,
	empty: 'No announcements yet.',
	needEnd: 'Required to fill in',
} as const;
