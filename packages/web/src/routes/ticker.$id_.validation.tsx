import { createFileRoute } from '@tanstack/react-router';
import { ValidationPage } from '../features/ticker/validation-page.tsx';
import { validationSearch } from '../features/ticker/validation-state.ts';
import { validationWords as words } from '../features/ticker/words-validation.ts';
import { requireSession } from '../lib/session/require-session.ts';
import { waitOnServer } from '../pages/load.ts';
import { loadTickerPage } from '../pages/load-ticker.ts';
import { NeedsLicence } from '../pages/needs-licence.tsx';
import { tickerPartHead } from '../pages/ticker-part-head.ts';

const Validation = () => {
	const { id } = Route.useParams();
	return (
		<NeedsLicence>
			<ValidationPage id={Number(id)} search={Route.useSearch()} />
		</NeedsLicence>
	);
};

export const Route = createFileRoute('/ticker/$id_/validation')({
	validateSearch: validationSearch,
	beforeLoad: async (asked) => {
		await requireSession(asked);
	},
	loaderDeps: ({ search }) => search,
	loader: ({ context, params, deps }) => waitOnServer(loadTickerPage(context, params.id, deps)),
	head: tickerPartHead('validation', words),
	component: Validation,
});
