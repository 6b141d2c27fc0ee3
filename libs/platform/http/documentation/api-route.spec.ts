import Type from 'typebox';
import { view } from '@probity/contracts/declaration/view';
import { ApiRoute, routeOf } from './api-route';

const Named = view('Named', Type.Object({ name: Type.String() }));

class Routes {
  @ApiRoute({ summary: 'Read one', data: Named })
  async read() {
    return { name: 'a' };
  }
}

/** Each method must be a type error. If it is not, the type checker rejects the comment `@ts-expect-error` above it. */
class _Mistakes {
  // @ts-expect-error the documentation says that the name is a string
  @ApiRoute({ summary: 'Read one', data: Named })
  async anotherType() {
    return { name: 1 };
  }

  // @ts-expect-error the documentation says that it returns a list
  @ApiRoute({ summary: 'List them', list: Named })
  async oneForMany() {
    return { name: 'a' };
  }

  // @ts-expect-error the documentation does not say that the result may be undefined
  @ApiRoute({ summary: 'Read one', bare: Named })
  async missing(): Promise<{ name: string } | undefined> {
    return undefined;
  }

  // @ts-expect-error the documentation says that it returns nothing
  @ApiRoute({ summary: 'Remove one', status: 204 })
  async something(): Promise<string> {
    return 'removed';
  }
}

it('the documentation of a route is stored at its method', () => {
  expect(routeOf(Reflect.get(Routes.prototype, 'read'))).toEqual({ summary: 'Read one', data: Named });
});
