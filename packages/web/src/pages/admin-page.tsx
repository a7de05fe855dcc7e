import 'virtual:routes/administration';
import type { ComponentType } from 'react';
import type { AdminSearch } from '../entities/administration/table-state.ts';
import { AdminFrame } from '../features/administration/frame.tsx';
import { onDemand } from '../ui/states/on-demand.tsx';

interface Page {
	/** Path below /admin. */
	name: string;
	label: string;
	Body: ComponentType<{ search: AdminSearch }> & { fetch(): void };
}

interface Group {
	group: string;
	pages: readonly Page[];
}

const StartPage = onDemand(async () => (await import('./admin-first.tsx')).AdminFirst);

/** All administration pages in menu order, by group. The first page is at `/admin` itself. */
const GROUPS: readonly Group[] = [
	{
		group: 'Market',
		pages: [
			{ name: 'health', label: 'Health', Body: onDemand(async () => (await import('../features/admin-health/health.tsx')).AdminHealth) },
			{ name: 'data', label: 'Data', Body: onDemand(async () => (await import('../features/admin-data/page/data.tsx')).AdminData) },
			{
				name: 'quality',
				label: 'Data quality',
				Body: onDemand(async () => (await import('../features/admin-data/quality/quality.tsx')).AdminQuality),
			},
			{
				name: 'reports',
				label: 'Reports',
				Body: onDemand(async () => (await import('../features/admin-reports/reports.tsx')).AdminReports),
			},
			{
				name: 'timetable',
				label: 'Timetable',
				Body: onDemand(async () => (await import('../features/admin-timetable/timetable.tsx')).AdminTimetable),
			},
			{
				name: 'parameters',
				label: 'Parameters',
				Body: onDemand(async () => (await import('../features/admin-parameters/parameters.tsx')).AdminParameters),
			},
			{
				name: 'replication',
				label: 'Published effects',
				Body: onDemand(async () => (await import('../features/admin-replication/replication.tsx')).AdminReplication),
			},
		],
	},
	{
		group: 'People',
		pages: [
			{ name: 'users', label: 'Users', Body: onDemand(async () => (await import('../features/admin-users/users.tsx')).AdminUsers) },
			{
				name: 'invitations',
				label: 'Invitations',
				Body: onDemand(async () => (await import('../features/admin-invitations/invitations.tsx')).AdminInvitations),
			},
			{
				name: 'wait-list',
				label: 'Wait-list',
				Body: onDemand(async () => (await import('../features/admin-wait-list/wait-list.tsx')).AdminWaitList),
			},
			{
				name: 'letters',
				label: 'Contact messages',
				Body: onDemand(async () => (await import('../features/admin-contact-messages/contact-messages.tsx')).AdminContactMessages),
			},
		],
	},
	{
		group: 'Money',
		pages: [
			{ name: 'plans', label: 'Plans', Body: onDemand(async () => (await import('../features/admin-commerce/plans.tsx')).AdminPlans) },
			{ name: 'orders', label: 'Orders', Body: onDemand(async () => (await import('../features/admin-commerce/orders.tsx')).AdminOrders) },
			{
				name: 'subscriptions',
				label: 'Subscriptions',
				Body: onDemand(async () => (await import('../features/admin-commerce/subscriptions.tsx')).AdminSubscriptions),
			},
			{
				name: 'payment-notices',
				label: 'Payment notifications',
				Body: onDemand(async () => (await import('../features/admin-commerce/notifications.tsx')).AdminNotifications),
			},
		],
	},
	{
		group: 'Content',
		pages: [
			{
				name: 'announcements',
				label: 'Announcements',
				Body: onDemand(async () => (await import('../features/admin-announcements/announcements.tsx')).AdminAnnouncements),
			},
			{ name: 'filters', label: 'Built-in filters', Body: onDemand(async () => (await import('./admin-filters.tsx')).AdminFilters) },
			{
				name: 'previews',
				label: 'Previews',
				Body: onDemand(async () => (await import('../features/admin-previews/previews.tsx')).AdminPreviews),
			},
		],
	},
	{
		group: 'System',
		pages: [
			{ name: 'setup', label: 'First steps', Body: onDemand(async () => (await import('../features/admin-setup/setup.tsx')).AdminSetup) },
			{
				name: 'settings',
				label: 'Settings',
				Body: onDemand(async () => (await import('../features/admin-settings/settings.tsx')).AdminSettings),
			},
			{ name: 'jobs', label: 'Jobs', Body: onDemand(async () => (await import('../features/admin-jobs/jobs.tsx')).AdminJobs) },
			{
				name: 'deliveries',
				label: 'Deliveries',
				Body: onDemand(async () => (await import('../features/admin-deliveries/deliveries.tsx')).AdminDeliveries),
			},
			{ name: 'outbox', label: 'Outbox', Body: onDemand(async () => (await import('../features/admin-outbox/outbox.tsx')).AdminOutbox) },
			{ name: 'audit', label: 'Audit log', Body: onDemand(async () => (await import('../features/admin-audit/audit.tsx')).AdminAudit) },
		],
	},
];

const PAGES = GROUPS.flatMap(({ pages }) => pages);

/** Finds the page of a path below /admin; undefined if there is none. */
export function adminPage(name: string | undefined): Page | undefined {
	return name ? PAGES.find((page) => page.name === name) : PAGES[0];
}

export function AdminPage({ name, search }: { name: string | undefined; search: AdminSearch }) {
	const page = adminPage(name) ?? adminPage('');
	return (
		<AdminFrame groups={GROUPS} current={page?.name ?? ''}>
			{name && page ? <page.Body search={search} /> : <StartPage search={search} />}
		</AdminFrame>
	);
}
