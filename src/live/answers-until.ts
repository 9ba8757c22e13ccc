/**
 * Waits for answers of a thread that may end before it gives them: whichever comes first, an answer or the end. A race with the end's
 * own promise would keep every answer for as long as the thread lives, because a promise remembers all who wait for it.
 */
export function answersUntil<End>(
  end: Promise<End>,
): <Answer>(answer: Promise<Answer>) => Promise<Answer | End> {
  const waiting = new Set<(end: Promise<End>) => void>();
  let isOver = false;

  function finish(): void {
    isOver = true;
    for (const tell of waiting) tell(end);
    waiting.clear();
  }

  end.then(finish, finish);

  return <Answer>(answer: Promise<Answer>) =>
    new Promise<Answer | End>((resolve, reject) => {
      if (isOver) resolve(end);
      else waiting.add(resolve);
      answer.then(resolve, reject).finally(() => waiting.delete(resolve));
    });
}
