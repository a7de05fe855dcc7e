import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { snack } from '../../ui/snack.ts';
import { ADMIN } from './admin-query.ts';

interface Props {
	/** On the button, and the title of the question. */
	label: string;
	/** Full name, for screen readers that don't see its row. */
	named?: string;
	/** What it will do, in a plain sentence. */
	will: string;
	/** The button that does it. */
	sure: string;
	/** Answers what came of it, in a plain sentence. What it rejects with is shown, and the question stays. */
	act(): Promise<string>;
	/** Where something that it needs is not given yet. */
	disabled?: boolean;
}

/** An act of an administrator: a sentence of what it will do before, and of what came of it after. What the pages show is asked for again. */
export const ActButton = ({ label, named = label, will, sure, act, disabled = false }: Props) => {
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
};
