import { createFileRoute } from '@tanstack/react-router';
import { ConfirmPanel } from '../../features/accounts/confirm-panel.tsx';
import { signInTitles } from '../../features/accounts/titles.ts';
import { pickTexts, type RawSearch } from '../../lib/address/search-params.ts';
import { unlistedHead } from '../../lib/head.ts';

function Confirm() {
	const { id = '', code = '', redirectTo } = Route.useSearch();
	return <ConfirmPanel id={id} code={code} redirectTo={redirectTo} />;
}

export const Route = createFileRoute('/auth/confirm')({
	validateSearch: (search: RawSearch): { id?: string; code?: string; redirectTo?: string } =>
		pickTexts(search, ['id', 'code', 'redirectTo']),
	head: unlistedHead('/auth/confirm', signInTitles.confirmTitle),
	component: Confirm,
});
