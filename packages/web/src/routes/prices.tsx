import { createFileRoute } from '@tanstack/react-router';
import { Plans } from '../features/accounts/plans.tsx';
import { planTitles } from '../features/accounts/titles.ts';
import { pageHead } from '../lib/head.ts';

export const Route = createFileRoute('/prices')({
	head: ({ match }) =>
		pageHead({ title: planTitles.title, description: planTitles.description, path: '/prices', origin: match.context.origin }),
	component: Plans,
});
