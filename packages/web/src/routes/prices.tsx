import { createFileRoute } from '@tanstack/react-router';
import { Plans } from '../features/accounts/plans.tsx';
import { planWords } from '../features/accounts/words.ts';
import { pageHead } from '../lib/head.ts';

export const Route = createFileRoute('/prices')({
	head: ({ match }) =>
		pageHead({ title: planWords.title, description: planWords.description, path: '/prices', origin: match.context.origin }),
	component: Plans,
});
