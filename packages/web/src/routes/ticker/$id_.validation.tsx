import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '../../entities/session/session-query.ts';
import { pickValidationSearch, readValidationState, type ValidationSearch } from '../../entities/ticker/validation-state.ts';
import { TickerFrame } from '../../features/ticker/ticker-frame.tsx';
import { validationTitles } from '../../features/validation/titles.ts';
import { ValidationRecord, ValidationWaiting } from '../../features/validation/validation.tsx';
import { awaitOnServer } from '../../pages/load.ts';
import { loadTickerPage } from '../../pages/load-ticker.ts';
import { NeedsLicence } from '../../pages/needs-licence.tsx';
import { tickerPartHead } from '../../pages/ticker-part-head.ts';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';

function Validation() {
	const { id } = Route.useParams();
	return (
		<NeedsLicence page="validation">
			<ValidationPage id={Number(id)} search={Route.useSearch()} />
		</NeedsLicence>
	);
}

export const Route = createFileRoute('/ticker/$id_/validation')({
	validateSearch: pickValidationSearch,
	beforeLoad: async (context) => {
		await requireSession(context);
	},
	loaderDeps: ({ search }) => search,
	loader: ({ context, params, deps }) => awaitOnServer(loadTickerPage(context, params.id, deps)),
	head: tickerPartHead('validation', validationTitles),
	component: Validation,
});

/** Shows what happened after signals like those of a ticker. */
function ValidationPage({ id, search }: { id: number; search: ValidationSearch }) {
	const { validation, refused } = readValidationState(search);
	return (
		<TickerFrame view="validation" id={id} search={search} skeleton={<ValidationWaiting />}>
			{({ workspace }, state) => (
				<>
					<InvalidValues refused={refused} />
					{workspace ? <ValidationRecord detail={workspace} state={state} question={validation} /> : null}
				</>
			)}
		</TickerFrame>
	);
}
