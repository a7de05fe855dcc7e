import { createAnswerCache } from './answer-caches.ts';

/**
 * Caches the last answer to each question, where repeated questions are the same object, as queries are (see createQueryParser). An answer is valid
 * while everything else that it depends on is the same; that is kept as long as the answer, so large dependencies must be given by name. Looking up
 * a question as an object is faster than building a key from its content.
 */
interface LastAnswers<A> {
	get(question: object, dependsOn: readonly unknown[]): A | undefined;
	keep(question: object, dependsOn: readonly unknown[], answer: A): A;
}

/** For the `max` most recent questions. */
export function createLastAnswers<A>(max: number): LastAnswers<A> {
	const last = createAnswerCache<object, { dependsOn: readonly unknown[]; answer: A }>({ max });
	return {
		get(question, dependsOn) {
			const found = last.get(question);
			return found?.dependsOn.every((part, at) => part === dependsOn[at]) ? found.answer : undefined;
		},
		keep(question, dependsOn, answer) {
			last.set(question, { dependsOn, answer });
			return answer;
		},
	};
}
