import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Source, SourceTest } from '../../api/routes.ts';

/** Asks the HR system what the entered credentials can see. The answer is kept while the wizard is open, not on the server. */
export function useSurvey(integrationId: number) {
  // While it is asked again, the answer before stays.
  const [answer, setAnswer] = useState<{
    test: SourceTest;
    showsValues: boolean;
    typeColumn: string | undefined;
  }>();
  const asking = useMutation({
    mutationFn: ({ showsValues, typeColumn }: { showsValues: boolean; typeColumn?: string | undefined }) =>
      call('POST /integrations/:id/source/draft/test', {
        params: { id: integrationId },
        body: { showsValues, ...(typeColumn && { absenceTypeColumn: typeColumn }) },
      }),
    onSuccess: (test, { showsValues, typeColumn }) => setAnswer({ test, showsValues, typeColumn }),
  });
  return {
    test: answer?.test,
    showsValues: answer?.showsValues ?? false,
    error: asking.error,
    isPending: asking.isPending,
    isIdle: asking.isIdle,
    /** The column of absences that was chosen stays. */
    start: (showsValues: boolean, typeColumn = answer?.typeColumn) =>
      asking.mutate({ showsValues, typeColumn }),
    forget: () => {
      asking.reset();
      setAnswer(undefined);
    },
  };
}

export type SurveyState = ReturnType<typeof useSurvey>;

/** For the steps that need the answer: the first one of a visit asks. */
export function useStarted({ isIdle, start }: SurveyState, { mapping }: Pick<Source, 'mapping'>): void {
  const typeColumn = mapping?.absenceColumns?.type ?? undefined;
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!isIdle || hasAsked.current) return;
    hasAsked.current = true;
    start(false, typeColumn);
  }, [isIdle, start, typeColumn]);
}
