import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { ADMIN } from './table-state.ts';

interface Props {
	/** The button's label and the dialog's title. */
	label: string;
	/** Full name, for screen readers, which don't announce the row. */
	named?: string;
	/** What the action will do, in one sentence. */
	will: string;
	/** Label of the confirm button. */
	sure: string;
	/** Returns the result in one sentence. An error is shown, and the dialog stays open. */
	act(): Promise<string>;
	/** While required input is missing. */
	disabled?: boolean;
}

/** An administrator's action: a sentence before it says what it will do, one after it says what it did. The page's data is then fetched again. */
export function ActionButton({ label, named = label, will, sure, act, disabled = false }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const queryClient = useQueryClient();
	const run = async (): Promise<void> => {
		const outcome = await act();
		await queryClient.invalidateQueries({ queryKey: ADMIN });
		snack.info(named, outcome);
	};
	return (
		<>
			<button
				type="button"
				className={buttonClass}
				aria-label={named === label ? undefined : named}
				disabled={disabled}
				onClick={() => dialog.current?.showModal()}
			>
				{label}
			</button>
			<ConfirmDialog dialog={dialog} title={named} detail={will} sure={sure} act={run} />
		</>
	);
}
