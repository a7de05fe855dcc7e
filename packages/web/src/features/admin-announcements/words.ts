import type { Audience } from '@sw/domain/inbox/announcement';
import { monthDayYear } from '../../lib/format/times.ts';

export const announcementWords = {
	title: 'Announcements',
	note: 'Announcements appear in the inbox of their audience, including new accounts, until they expire.',
	create: 'New announcement',
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
	withdraw: 'Withdraw',
	withdrawNamed: (subject: string) => `Withdraw: ${subject}`,
	withdrawEffect: (subject: string) => `Removes “${subject}” from all inboxes, read or not.`,
	withdrawConfirm: 'Withdraw announcement',
	withdrawn: (subject: string) => `“${subject}” was removed from all inboxes.`,
	empty: 'No announcements yet.',
	endRequired: 'Required to fill in',
} as const;
