import { readValidationState, type ValidationSearch } from '../entities/ticker/validation-state.ts';
import { TickerFrame } from '../features/ticker/ticker-frame.tsx';
import { Validated, ValidationWaiting } from '../features/validation/validation.tsx';
import { InvalidValues } from '../ui/states/invalid-values.tsx';

/** What happened after signals like a ticker's. */
export function ValidationPage({ id, search }: { id: number; search: ValidationSearch }) {
	const { question, refused } = readValidationState(search);
	return (
		<TickerFrame view="validation" id={id} search={search} waiting={<ValidationWaiting />}>
			{({ workspace }, state) => (
				<>
					<InvalidValues refused={refused} />
					{workspace ? <Validated detail={workspace} state={state} question={question} /> : null}
				</>
			)}
		</TickerFrame>
	);
}
